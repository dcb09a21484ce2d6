; error: comment_unclosed.uc:3:5: error: '/*' without '*/' before the end of the file, close the comment
nop
nop /* everything below is gone
nop
