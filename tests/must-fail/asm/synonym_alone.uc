; error: synonym_alone.uc:2:18: error: a name and the operand it stands for are expected: .operand_synonym ttl $ip[2]
.operand_synonym cnt
