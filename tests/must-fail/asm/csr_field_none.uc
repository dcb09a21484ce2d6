; error: csr_field_none.uc:2:18: error: NN_PUT has no fields with names; give the whole of it a value
.init_csr NN_PUT.INDEX 1
