; What a model may file in the help desk.
include "people.sig"

open_ticket(title :string[3..80], customer :person,
            severity :enum["low" "normal" "high"]?, due :datetime?)
  -> {number :int[1..], team [:person]}
  Opens a ticket for a customer.
  - title: one line, without the customer's name
  - severity: normal unless the customer cannot work
