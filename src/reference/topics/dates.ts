/** How people write dates and times, and on whose clock they are read. */
export default `Dates and times

Write a time as you would say it. emk shows the date it understood before
anything is sent, and refuses one that could be two days, such as 03/04/2030.

What will happen
  --at takes:

  "tomorrow 9am"            or "friday 18:30", "in 2 hours", "the 1st at 9am"
  "morgen 9 Uhr"            or "Freitag 18:30", "in zwei Wochen 9 Uhr"
  "1 May 2030 9:00"         or 22.11.2030, 2030-11-22 with a time
  2030-11-22T09:00+01:00    with the time zone, exactly

  "at 9" is 09:00. "at 6" may be 06:00 or 18:00: write 6am or 18:00.

  To move or repeat a mailing, count from its old time: "+7 days", "+2 hours"

  $ emk single-sends reschedule "Autumn preview" --at "friday next week 9am"
  $ emk single-sends copy "Autumn preview" --at "+7 days"

What has happened
  --where, --since and --until take days and spans of time:

  yesterday      or today, "last monday", 31.12.2029
  "last week"    or "last month", "this year", 2029-12
  "2 years ago"  or "3 weeks ago", "letzte Woche", "vor 3 Tagen"

  $ emk contacts list --where 'created_at>=last week'
  $ emk single-sends stats --since "last month"

  ">last week" means since its first moment, ">31.12.2029" since the day after.
  More: emk help output

Whose clock
  emk reads and shows times on the account's clock. Tell it the account's time
  zone once; the service's account page has it:

  $ emk config set timezone Europe/Berlin

  "tomorrow", "in 2 hours", and moments with an offset such as +01:00, need it.
  A terminal asks for it then. Without it, emk shows times in your own time
  zone, and reads the dates of --where in UTC.

Dates in a file
  $ emk config set dates dmy

  says what 03/04/2029 means in your files: dmy (the day first) or mdy.
`;
