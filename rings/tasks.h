/* rings/pcfq.h, with additions for systems whose packets name tasks, as in the simulation of
 * Sabrina, Kanhere, Jha (IEEE Trans. Computers 2007): tasks that process payload or change a
 * packet's size are reported with the packet's lengths; packets without a task bypass processing.
 *
 *   pcfq:  rx -SR-1-> pcfq -SR-2-> process -SR-4-> tx
 *                      | ^----SR-3----'      |
 *                      '---SR-6-> process ---'
 *                                (WORKS = 0) */
#ifndef RINGS_TASKS_H
#define RINGS_TASKS_H

#include "pcfq.h"

/* Third longword of reports. After: 0 if processing dropped the packet. */
#define REPORT_BEFORE 2, 31, 16, bytes
#define REPORT_AFTER 2, 15, 0, bytes

#define SR_6 5 /* bypasses processing, directly to forwarding (SKIPS) */
#define SR_6_HOLDS 128, PACKET

#endif
