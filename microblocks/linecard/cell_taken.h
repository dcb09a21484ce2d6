/* The cell that a context of cells.c or granted.c has taken, and the words of its header that are the same for
 * all cells of a card. */
#ifndef CELL_TAKEN_H
#define CELL_TAKEN_H

#ifndef INPUT
#define INPUT 0 /* the fabric's, that this card is in front of */
#endif

#define FIRST_WORD(of_class)                                                                       \
  (FIELD_PUT(CELL_TYPE, CELL_UNICAST) | FIELD_PUT(CELL_CLASS, of_class) |                          \
   FIELD_PUT(CELL_INPUT, INPUT))

/* handle: of the buffer that is free after it, 0: it stays. */
static unsigned handle, at, bytes, first_word, second_word;

#endif
