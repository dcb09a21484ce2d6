; error: too_many_signals.uc:2:51: error: no signal number is left for sp: a context has 15 (a command that sends two signals takes two), and these are in use at the same time: sa=1, sb=2, sc=3, sd=4, se=5, sf=6, sg=7, sh=8, si=9, sj=10, sk=11, sl=12, sm=13, sn=14, so=15; wait for some earlier, or share one signal
.sig sa sb sc sd se sf sg sh si sj sk sl sm sn so sp
.reg x
immed[x, (&sa)]
immed[x, (&sb)]
immed[x, (&sc)]
immed[x, (&sd)]
immed[x, (&se)]
immed[x, (&sf)]
immed[x, (&sg)]
immed[x, (&sh)]
immed[x, (&si)]
immed[x, (&sj)]
immed[x, (&sk)]
immed[x, (&sl)]
immed[x, (&sm)]
immed[x, (&sn)]
immed[x, (&so)]
immed[x, (&sp)]
