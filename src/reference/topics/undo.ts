/** What can be taken back, with which command, and what cannot. */
export default `Undo

Before you do it
  emk asks before it mails people, deletes or sets something live. Add --dry-run
  to see what a command would do:

  $ emk contacts delete 7 8 --dry-run

Deleted something
  emk keeps a copy of what it deletes on this machine, for 30 days. Pick a copy
  to bring it back, or name it. In a script, the first line lists them:

  $ emk restore
  $ emk restore 2030-05-01-1

  The records get new ids, and their statistics stay lost. A contact comes back
  on its list and in the segments where it was. "emk api" and "emk seed clean"
  keep no copy.

Imported the wrong file
  $ emk contacts import undo

  deletes exactly the contacts that the import added. It keeps and names those
  that somebody has changed since.

Imported people twice
  $ emk contacts delete --doubles --type Leads

Scheduled a mailing
  Until it goes out, move it or cancel it:

  $ emk single-sends reschedule "Autumn preview" --at "monday next week 8am"
  $ emk single-sends cancel "Autumn preview"

  cancel keeps a copy and names it. To send that copy:
  emk single-sends create --from-file COPY --at "2030-05-01 09:00"

Started an automation
  $ emk automations pause Welcome

Applied files
  To delete what "emk account apply" created from a folder:

  $ emk account destroy account

What cannot be undone
  Mail that went out. A person that "emk contacts erase" deleted. Whatever was
  deleted without emk, in the service itself.

A safety net
  Keep a copy of the account before a big change:

  $ emk account pull backup --contacts

  Or try the change in a sandbox first: emk help sandbox
`;
