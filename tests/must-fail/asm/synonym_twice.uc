; error: synonym_twice.uc:5:18: error: cnt is already declared in this scope
; error: synonym_twice.uc:4:18: note: declared here
.reg count other
.operand_synonym cnt count
.operand_synonym cnt other
