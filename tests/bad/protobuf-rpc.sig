; expect error 3:1 sig-unexpected-token: a Protobuf method, expected name(params) -> T
;   hint: write Search(request :SearchRequest) -> :SearchResponse
rpc Search(SearchRequest) returns (SearchResponse);
