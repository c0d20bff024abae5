include "shop.sig"

ship(what :order, express :bool?) -> {number :string, to :address}
  Sends an order off.
