/* Microengine C for the IXP2400: all functions for programs, except <ixp_lock.h>,
   whose names programs may use themselves. Each header can also be included alone. */
#ifndef IXP_H
#define IXP_H

#include <ixp_bits.h>
#include <ixp_cam.h>
#include <ixp_cap.h>
#include <ixp_crc.h>
#include <ixp_csr.h>
#include <ixp_debug.h>
#include <ixp_dialect.h>
#include <ixp_dram.h>
#include <ixp_hash.h>
#include <ixp_msf.h>
#include <ixp_nn.h>
#include <ixp_scratch.h>
#include <ixp_signal.h>
#include <ixp_sram.h>
#include <ixp_string.h>
#include <ixp_ua.h>

#endif
