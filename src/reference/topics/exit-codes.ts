/** The table of exit codes, which scripts rely on. */
export default `Exit codes

emk ends with a number that says what happened, so that a script need not read
what was printed.

  code     meaning                                         simply try again?
  0        done
  1        a bug in emk, or an answer that is not this     no
           API's: is the base URL right?
  2        wrong use, bad input or a failed check before   no
           the work: nothing that changes anything was
           sent
  3        no keys, a broken configuration, or the         no
           service refused the keys
  4        no such record                                  no
  5        the service refused the request                 no
  6        the service was never reached, or certainly     yes
           did not apply the request; or a read still
           failed after its tries
  7        too many requests, or maintenance: not applied  yes, later
  8        part of the work was done; the rest is          see the report
           reported
  9        the outcome is unknown: the request may have    no, look first
           been applied
  10       a check did not hold, or what a wait was for    no
           did not happen in time
  11       another emk is at the same work, and emk has    yes, later
           waited for it as long as --lock-timeout says
  130 143  interrupted, or the answer to a question was no

With 9, emk has no way left to find out: perhaps the connection was lost after
everything was sent. The error names a command that shows what became of it.
Look first: if you just repeat it, it may happen twice.

Two runs at the same work take turns: the second import into a list, the second
apply of a folder. It waits for the first, says on stderr which process that is,
and ends with 11 after a minute. --lock-timeout 10m waits longer, 0 not at all.

A closed pipe, as in "emk contacts list | head", is success.

Errors go to stderr: a sentence that says what happened, and one that says what
to do. With -o json or -o jsonl the error is one JSON document, wrong use
included:

  {"error":{"code":"not_found","exit":4,"message":"Record Not Found",
            "fields":{},"hint":null,"retry":"unsafe"}}

"retry" is safe, unsafe or after_check: the last column of the table in a word.
"fields" holds what the service complained about, parameter by parameter.

Examples:
  Try again later what may be tried again:

  $ emk contacts list --out all.csv --force; case $? in 6|7|11) exit 75;; esac

  Create a contact type unless it is there:

  $ emk contact-types create --name Leads --if-missing
`;
