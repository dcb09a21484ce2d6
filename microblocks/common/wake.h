/* Waking contexts that read rings, for blocks that wake more than one: bells of systems/blocks.h go
 * to one. A reader gets until its ring is empty, then waits for its signal, which is `visible`; a
 * writer raises it after its put. A signal that arrives while the reader is busy makes it poll
 * again; none is lost.
 *
 * A microengine is given by its number (0x00 to 0x03, 0x10 to 0x13) in the system file's `define`;
 * without it no signal is sent. */
#ifndef WAKE_H
#define WAKE_H

#include <ixp.h>

#define WAKE(name, context, me) signal_ME(__signal_number(&name, me), context, me)

#endif
