/** The table of exit codes, which scripts rely on. */
export default `Exit codes

The exit code says what happened, and whether a script should try again.

  code     meaning                                         just try again?
  0        done
  1        a bug in emk, or an answer that is not this     no
           API's: is the base URL right?
  2        wrong use, bad input or a failed check:         no
           nothing was changed
  3        no keys, a broken configuration, or the         no
           service refused the keys
  4        no such record                                  no
  5        the service refused the request                 no
  6        the service was not reached or surely did not   yes
           apply the request, or a read failed each time
  7        too many requests, or maintenance: not applied  yes, later
  8        part of the work was done; the rest is          see the report
           reported
  9        the outcome is unknown: the request may have    no, look first
           been applied
  10       a check failed, or a wait took too long         no
  11       another emk does the same work and took         yes, later
           longer than a minute
  130 143  interrupted, or the answer to a question was no

With 9, look before you repeat the line, or it may happen twice. The connection
was lost after everything was sent, for example. The error names a command that
shows what happened.

Runs on one machine that would do the same work take turns: two imports into a
list, an import and a new contact of that list, two runs that create one name.
The second says on stderr which process it waits for, and ends with 11 after a
minute. Two machines know nothing of each other: let one of them do the work.

A closed pipe, as in "emk people list | head", is success.

Errors go to stderr: what happened, then what to do. With -o json or jsonl every
error is one JSON document:

  {"error":{"code":"not_found","exit":4,"retry":"unsafe",
            "message":"Record Not Found","fields":{},
            "hint":"To see the contacts: emk people list",
            "run":["emk","contacts","list"],"help":"emk help not_found"}}

"retry" is safe, unsafe or after_check: the last column of the table in a word.
"fields" holds what the service says about each parameter. "run" is the line in
the hint as words, or null where its reader fills something in. "help" is the
line that explains the code; at a terminal it stands below the error.

A notice is one JSON document too: its kind, the facts of that kind, the text
and the line in it ("emk schema notice"):

  {"notice":{"kind":"rows","rows":2,"to_send":2,"text":"2 rows: 2 to send"}}

Examples:
  Tell the scheduler to try again later:

  $ emk people list --out all.csv --overwrite; case $? in 6|7|11) exit 75;; esac

  Create a list unless it exists:

  $ emk lists create --name Leads --if-missing
`;
