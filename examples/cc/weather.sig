; A tool that a model may call.
forecast(place :string[1..80], days :int[1..14]?, units :enum["metric" "imperial"]?)
  -> [{day :string, low :float, high :float}]
  Tells the weather of the coming days.
  - days: how many, 3 unless given
