/* rings/pcfq.h, and what a system has besides whose packets name tasks, as in the simulation of
 * Sabrina, Kanhere, Jha (IEEE Trans. Computers 2007): tasks that work on payload or change a
 * packet's size are reported with the packet's lengths, packets without a task go past processing.
 *
 *   pcfq:  rx -SR-1-> pcfq -SR-2-> process -SR-4-> tx
 *                      | ^----SR-3----'      |
 *                      '---SR-6-> process ---'
 *                                (WORKS = 0) */
#ifndef RINGS_TASKS_H
#define RINGS_TASKS_H

#include "pcfq.h"

/* A third longword of reports. After: 0 when processing dropped the packet. */
#define REPORT_BEFORE 2, 31, 16, bytes
#define REPORT_AFTER 2, 15, 0, bytes

#define SR_6 5 /* past processing: to forwarding alone (SKIPS) */
#define SR_6_HOLDS 128, PACKET

#endif
