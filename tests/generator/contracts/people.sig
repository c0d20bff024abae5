user = {login :string, id :int, _email :string?}
