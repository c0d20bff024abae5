; What a calendar can be asked for.
attendee = {
  email :string[3..200],
  name :string?,
  role :enum["required" "optional" "chair"] = "required"
}
  A person who is invited.
  - email: where the invitation goes

create_event(
  title :string[1..200], ; as calendars show it
  start :datetime,
  minutes :int[5..1440] = 30,
  attendees [:attendee] = [],
  remind [:int[0..]][..5] = [10, 60],
  visibility :enum["public" "private"]?,
  notes :string?
) -> {id :string, start :datetime, conflicts [:string], _token :string}
  Puts an event into the calendar.
