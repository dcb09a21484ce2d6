; error: contexts.uc:2:15: error: the number of contexts is 4 or 8
.num_contexts 6
