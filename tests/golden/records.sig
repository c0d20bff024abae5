; A list at the root, long in practice.
records = [{id :int, name :string, email :string?, score :float, active :bool}]
