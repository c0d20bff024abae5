; Limits where doubles no longer tell integers apart: judged as they are spelled.
limits = {
  low :float[9007199254740993..]?, below :float[<9007199254740993]?,
  most :float[..9223372036854775807]?, above :float[>-9223372036854775808]?,
  near :float[>-9007199254740991 <9007199254740991]?, huge :float[..1e300]?
}
