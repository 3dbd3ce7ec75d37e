---- MODULE form ----
\* The form of form.sheet for TLC: the same states and steps. A text is "" before one is chosen.
EXTENDS Naturals
VARIABLES username, password, agree, news, size, field, taps, executing

Names == {"ada", "bob", "cy", "dan"}
Words == {"x", "y", "z"}
vars == <<username, password, agree, news, size, field, taps, executing>>

Init ==
  /\ username = "" /\ password = "" /\ agree = FALSE /\ news = FALSE /\ size = 1
  /\ field = TRUE /\ taps = 0 /\ executing = FALSE

Enabled == username /= "" /\ password /= "" /\ agree /\ ~executing
Button == Enabled /\ field
Label == IF executing THEN 7 ELSE IF Button THEN 2 ELSE 4

Name(n) == n /= username /\ username' = n /\ UNCHANGED <<password, agree, news, size, field, taps, executing>>
Word(w) == w /= password /\ password' = w /\ UNCHANGED <<username, agree, news, size, field, taps, executing>>
Agree == agree' = ~agree /\ UNCHANGED <<username, password, news, size, field, taps, executing>>
News == news' = ~news /\ UNCHANGED <<username, password, agree, size, field, taps, executing>>
Size(n) == n /= size /\ size' = n /\ UNCHANGED <<username, password, agree, news, field, taps, executing>>
Tap == field' = FALSE /\ taps' = (taps + 1) % 256 /\ UNCHANGED <<username, password, agree, news, size, executing>>
Reset == field' = TRUE /\ taps' = 0 /\ UNCHANGED <<username, password, agree, news, size, executing>>
Add == Enabled /\ executing' = TRUE /\ UNCHANGED <<username, password, agree, news, size, field, taps>>
Reply == executing /\ executing' = FALSE /\ UNCHANGED <<username, password, agree, news, size, field, taps>>
Fail == executing /\ executing' = FALSE /\ field' = TRUE /\ UNCHANGED <<username, password, agree, news, size, taps>>

Next ==
  \/ \E n \in Names : Name(n)
  \/ \E w \in Words : Word(w)
  \/ \E n \in 1..8 : Size(n)
  \/ Agree \/ News \/ Tap \/ Reset \/ Add \/ Reply \/ Fail

Spec == Init /\ [][Next]_vars

Off == ~(executing /\ Enabled)
Small == size * taps + Label < 10000
====
