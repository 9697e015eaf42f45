/** How an agent works with an account through emk, and what it cannot do. */
export default `Agents

emk lets an agent work with an account: "emk mcp" serves the Model Context
Protocol on standard input and output. The agent's program starts it.

What an agent may do
  The person who starts the server decides, and no agent can change that.

  emk mcp                     read the account, check mailings, preview them
  --allow-writes              create and change records, delete 25 at once
  --folder DIR                plan the files below it, and with --allow-writes
                              import them; neither ".." nor links lead out
  --allow-automations         add people even if that starts an automation
  --allow-sends               send what a person confirms
  --max-recipients N          never mail more people than this at once

  Tools that are not allowed are not listed. The guard of a profile comes first:
  under a read-only profile nothing can change, and a protected one needs
  --confirm with its name.

How a mailing is sent
  A send needs two calls. "prepare_send" shows who gets the mailing, what the
  checks say and how many people it reaches, and gives a digest. "confirm_send"
  takes the digest and asks a person to type that number of people. Then emk
  sends exactly what was shown: if the mailing, its template, its audience or
  the account has changed since, it sends nothing. A digest works once.
  Where the agent's program cannot ask a person, nothing is sent, unless the
  server was started with --allow-sends=unattended --max-recipients N.
  Scripts can do the same: emk single-sends prepare, and --expect-digest.

Which account
  The profile, keys and options of the line "emk mcp" hold for all tools:
  --profile, --sandbox, --base-url. An agent cannot choose another account, and
  no tool tells a key. With --mask-addresses it sees a…@e… in place of email
  addresses, and names records by their ids.

What it sees
  Each tool runs a command of emk and answers with what "-o json" prints. An
  answer has 50 records, 200 at most, and never more than 25,000 characters.
  Long texts are cut, and the tool "more" gives the rest. Names, subjects and
  templates come from the account without invisible characters, as data.
  A failed call has the same error as a script gets: emk schema error.
  Resources hold the help, the shape of every record, and the templates.

How a program starts it
  emk mcp --profile acme --print-config claude
  prints what goes into the configuration of the program: claude, vscode or
  cursor. An agent that types commands instead reads dist/SKILL.md of the
  package, and "emk commands --brief -o json".

Try it without risk
  emk --sandbox mcp
`;
