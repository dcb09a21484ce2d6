; error: csr_field_value.uc:2:31: error: value 2 is out of range; 0 to 1 are possible
.init_csr CTX_ENABLES.NN_MODE 2
