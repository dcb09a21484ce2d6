/* Waking contexts that read rings, for blocks that wake more than one: bells of systems/blocks.h go
 * to one. A reader gets until its ring is empty, then waits for its signal, which is `visible`; who
 * has put something in raises it once that is there. A signal that comes while the reader is at
 * work makes it look once more; none is lost.
 *
 * A microengine is given by its number (0x00 to 0x03, 0x10 to 0x13) in the system file's `define`;
 * without it nobody is told. */
#ifndef WAKE_H
#define WAKE_H

#include <ixp.h>

#define WAKE(name, context, me) signal_ME(__signal_number(&name, me), context, me)

#endif
