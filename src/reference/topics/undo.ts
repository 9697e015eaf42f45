/** What can be taken back, with which command, and what cannot. */
export default `Undo

Before you do it
  emk asks before it mails people, deletes or sets something live. To see what a
  command would do, without changing anything, add --dry-run:

  $ emk contacts delete 7 8 --dry-run

Deleted something
  emk keeps a copy of what it deletes on this machine, for 30 days. List the
  copies, then bring one back by its name:

  $ emk restore
  $ emk restore 2030-05-01-1

  The records get new ids, and their statistics stay lost. "emk api" and
  "emk seed clean" keep no copy.

Imported the wrong file
  $ emk contacts import undo

  deletes exactly the contacts that the import added. Contacts that somebody has
  changed since stay, and emk names them.

Imported people twice
  $ emk contacts check --where finding=twice-in-list --out twice.csv
  $ emk contacts dedupe twice.csv

Scheduled a mailing
  Until it goes out, you can move it or cancel it:

  $ emk single-sends reschedule May --at "monday 8am"
  $ emk single-sends cancel May

  cancel keeps a copy, to send later with
  "emk single-sends create --from-file FILE".

Started an automation
  $ emk automations pause Welcome

Applied files
  To undo what applies of a folder have created:

  $ emk account destroy account

What cannot be undone
  Mail that went out. A person that "emk contacts erase" has erased. Records
  that were deleted in the service itself, without emk.

A safety net
  Keep a copy of the account before a big change:

  $ emk account pull backup --contacts

  Or try the change first where nothing can break: emk help sandbox
`;
