/** Lists, segments, fields and unsubscribes: who is where, and what decides who gets mail. */
export default `Lists and segments

Lists
  The commands of lists begin with "emk contact-types". A contact is on exactly
  one list, so a person on two lists is two contacts with the same address.

  $ emk contact-types list
  $ emk contact-types create Leads
  $ emk contacts import people.csv --type Leads
  $ emk contacts list --type Leads

  All that the account knows about one address, in every list and segment:

  $ emk contacts show ann@example.com

Fields
  Every contact has an address, a name and a place. Add fields of your own, then
  fill, find and print them:

  $ emk fields create --name plan --type text
  $ emk contacts list --where 'custom_field.plan=gold'

Segments
  A segment picks contacts by what they have in common. You make segments in the
  service itself. emk shows who is in one, and adds people to it.

  $ emk segments list
  $ emk segments recipients list "Customers in Germany"
  $ emk segments recipients add --segment "Joined in spring" \\
      --email erik@hansen.example

Who gets a mailing
  --to names lists and segments, --except takes people out. Everyone gets it
  once, and people who unsubscribed never do.

  $ emk single-sends check "Autumn preview" --to type:Customers \\
      --except "segment:Customers in Germany"

Unsubscribed people
  People can leave all mail, or one group such as "Weekly news".

  $ emk unsubscribers list
  $ emk unsubscribers add --email ann@example.com
  $ emk unsubscribe-groups list

  An import skips everyone who unsubscribed. Whatever deletes an unsubscribe
  says who will get mail again, and "emk account apply --prune" keeps them all
  unless you add --mail-again.

Keep lists clean
  To find people who are twice in a list, mistyped domains and gaps:

  $ emk contacts check

  To keep a list the same as a file, day by day:

  $ emk contacts sync crm.csv --type Customers --update --yes
`;
