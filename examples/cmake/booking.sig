; What a model may ask of the room booking.
include "place.sig"

book_room(from :datetime, minutes :int[15..480], seats :int[1..], near :place?)
  -> {room :string, at :place, price :float[0..]}
  Books a meeting room.
  - near: the nearest room is taken, any room when absent
