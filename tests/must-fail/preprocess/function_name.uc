; error: function_name.uc:2:5: error: unknown function 'strlne', did you mean strlen?
#if strlne(abc) > 2
#endif
