/* The form of form.sheet for SPIN: the same states and steps. A text is the place of it in its domain, 0 before one is chosen. */
byte username, password, taps;
byte size = 1;
bool agree, news, executing;
bool field = true;

#define enabled (username != 0 && password != 0 && agree && !executing)
#define label (executing -> 7 : (enabled && field -> 2 : 4))
#define fine (!(executing && enabled) && size * taps + label < 10000)
#define step(guard, effect) d_step { guard -> effect; assert(fine) }

init {
  do
  :: step(username != 1, username = 1)
  :: step(username != 2, username = 2)
  :: step(username != 3, username = 3)
  :: step(username != 4, username = 4)
  :: step(password != 1, password = 1)
  :: step(password != 2, password = 2)
  :: step(password != 3, password = 3)
  :: step(size != 1, size = 1)
  :: step(size != 2, size = 2)
  :: step(size != 3, size = 3)
  :: step(size != 4, size = 4)
  :: step(size != 5, size = 5)
  :: step(size != 6, size = 6)
  :: step(size != 7, size = 7)
  :: step(size != 8, size = 8)
  :: step(true, agree = !agree)
  :: step(true, news = !news)
  :: step(true, field = false; taps = taps + 1)
  :: step(true, field = true; taps = 0)
  :: step(enabled, executing = true)
  :: step(executing, executing = false)
  :: step(executing, executing = false; field = true)
  od
}
