/** Lists, segments, fields and unsubscribes: who is where, and what decides who gets mail. */
export default `Lists and segments

Lists
  The commands of lists begin with "emk lists". A contact is on exactly
  one list, so a person on two lists is two contacts with the same address.

  $ emk lists list
  $ emk lists create Leads
  $ emk import people.csv --type Leads
  $ emk people list --type Leads

  All that the account knows about one address, in every list and segment:

  $ emk people show ann@example.com --everywhere

Fields
  Every contact has an address, a name and a place. Add fields of your own, then
  fill, find and print them:

  $ emk fields create --name plan --type text
  $ emk people list --where 'custom_field.plan=gold'

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

  $ emk mailings check "Autumn preview" --to type:Customers \\
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

  $ emk people check

  To keep a list the same as a file, day by day:

  $ emk people sync crm.csv --type Customers --update --yes
`;
