; error: import_names.uc:5:13: error: count is declared already; import it under another name
; error: import_names.uc:6:12: error: names are expected: .import_var RING_BASE TABLE_SIZE
; error: import_names.uc:7:13: error: 'a-b' is no name of a variable
.reg count
.import_var count
.import_var
.import_var a-b
