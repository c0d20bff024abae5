; expect error 3:1 sig-unexpected-token: a message of Protobuf, expected name = T
;   hint: write Item = {name :string, tags [:string], count :int?}
message Item {
  string name = 1;
  repeated string tags = 2;
  optional int32 count = 3;
}
