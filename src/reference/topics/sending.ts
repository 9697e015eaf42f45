/** The way of a mailing, from the first look to its numbers. */
export default `Sending

A mailing is one email to many people. Its commands begin with "emk mailings".
These are its steps, in order. At a terminal, each command asks for whatever you
don't give.

What it needs
  A verified sender, a group that people can leave, people to write to, and an
  email: a template of your account, or your own file of HTML or Markdown.

  $ emk senders list
  $ emk unsubscribe-groups list
  $ emk contact-types list

Tags
  ((first_name)) in the subject, the preheader or the email is filled for each
  reader. "emk templates tags" lists all tags. A tag has no blanks and no
  default: a reader without a first name sees nothing in its place, so "Hi
  ((first_name))," reads "Hi ,". emk warns you how many people that would be.

See it first
  Find mistakes, look at the email as readers see it, then mail it to yourself:

  $ emk templates lint may.html
  $ emk templates preview may.html --open
  $ emk single-sends test --name May --subject "News" --preheader "In May" \\
      --from news@acme.example --group "Weekly news" --template Blank \\
      --html @may.html --to you@example.com

  A file that ends in .md is Markdown: a link alone in its paragraph becomes a
  button, a picture alone gets the width of the letter, and emk adds the
  sender's address and a link to unsubscribe. Its word is "Unsubscribe", or that
  of "emk config set unsubscribe-word Abmelden". Lines between two --- at its top say its subject, preheader, name, language and utm.

  lint takes many files, as in letters/*.md, and --fix replaces tags of other
  tools. It opens no links: npx linkinator may.html does.

Schedule it
  emk checks the mailing, shows how many people get it and when, and asks.

  $ emk single-sends create --name May --subject "News" --preheader "In May" \\
      --from news@acme.example --group "Weekly news" --to type:Newsletter \\
      --template Blank --html @may.html --at "tomorrow 9am"

  --to takes lists and segments: type:Newsletter, "segment:Joined in spring".
  --except takes people out again, and nobody who unsubscribed is mailed.
  --max-recipients stops a mailing to more people than you expect. --now sends
  it at once.

Until it goes out
  $ emk agenda
  $ emk single-sends check May
  $ emk single-sends reschedule May --at "monday next week 8am"
  $ emk single-sends cancel May

  cancel keeps a copy on this machine to send later. Mail that went out can't be
  called back.

Afterwards
  $ emk single-sends wait "Spring news" --for sent
  $ emk single-sends stats "Spring news"
  $ emk single-sends copy "Autumn preview" --at "+7 days"

  Before the next mailing to the same people, emk warns you if more than 5% of
  this one bounced, or more than 1% unsubscribed. To set other limits, or "off":

  $ emk config set mailing-limits "bounce_rate>2%"

Emails that send themselves
  An automation mails each person who joins its list or segment. It mails nobody
  until you set it live:

  $ emk automations check Welcome
  $ emk automations set-live Welcome
  $ emk automations pause Welcome

  Whatever brings people to a live automation asks first. With --yes it needs
  --allow-automations. An email that you add to a live automation goes to
  everyone who joins. It may also go to people who joined since the automation
  went live, because the service does not say: emk tells you how many.

In a script
  A mailing needs a yes: add --yes. More: emk help scripting

Try it first
  A tour needs no account: emk sandbox tour
`;
