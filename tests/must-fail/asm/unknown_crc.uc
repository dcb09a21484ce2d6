; error: unknown_crc.uc:3:8: error: 'crc_31' is no CRC; there are none, crc_ccitt, crc_32, crc_iscsi, crc_10, crc_5
.reg x
crc_be[crc_31, --, x]
