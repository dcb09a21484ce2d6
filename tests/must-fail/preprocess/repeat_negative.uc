; error: repeat_negative.uc:2:1: error: #repeat -2, expected 0 or more
#repeat 2 - 4
#endloop
