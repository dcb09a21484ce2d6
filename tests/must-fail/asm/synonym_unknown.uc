; error: synonym_unknown.uc:3:22: error: register 'coumt' is not declared; did you mean 'count'?
.reg count
.operand_synonym cnt coumt
