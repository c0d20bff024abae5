; expect nothing
part = {id :int}
