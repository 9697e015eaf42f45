/** How an agent works with an account through emk, and what it cannot do. */
export default `Agents

With "emk mcp" an agent works with an account over the Model Context Protocol.
The agent's program starts it, and talks to it on standard input and output.

What an agent may do
  You decide when you start it, and no agent can change that.

  emk mcp                     read the account, check mailings, preview them
  --allow-writes              change 25 records and people at once, 250 in all
  --folder DIR                check files in this folder and no other; with
                              --allow-writes import them, and unsubscribe the
                              people in them
  --allow-automations         add or change people even if that starts an
                              automation
  --allow-sends               send what a person confirms, and start automations
  --max-recipients N          never mail more people than this at once

  The agent sees only the tools that you allow. A read-only profile changes
  nothing, whatever you allow. A protected one needs --confirm with its name.

  A person also confirms what nobody can undo, such as erasing somebody, however
  little it is. What an agent has imported or deleted, it can undo. An answer of
  a person counts once, and only for the question that is open.

How a mailing is sent
  In two calls. "prepare_send" shows who gets the mailing, how many people that
  are and what the checks say, and gives a digest. "confirm_send" takes the
  digest and asks a person to type the number of people. Then emk sends exactly
  what was shown. If the mailing, its template, its audience or the account has
  changed since, it sends nothing. A digest works once.

  If the agent's program can't ask a person, emk sends nothing, unless you
  started it with --allow-sends=unattended --max-recipients N.
  Scripts can do the same: emk single-sends prepare, and --expect-digest.

Which account
  The one you start it with: --profile, --sandbox or --base-url. An agent can't
  choose another, and never sees a key. With --mask-addresses it sees a…@e…
  instead of email addresses, and names records by their ids.

What it sees
  Each tool runs a command and answers with what "-o json" prints: 50 records,
  200 at most, in 25,000 characters or fewer. emk cuts long texts, and the tool
  "more" gives the rest. Texts from the account come as data, without invisible
  characters. A call that fails gives the error that a script gets (emk schema
  error). Resources hold the help, the shape of every record, and the templates.

How a program starts it
  $ emk mcp --profile acme --print-config claude

  prints the lines for the configuration of claude, vscode, cursor, codex or
  gemini. They start this very emk, or npx if it came from there.

Command line or tools?
  An agent that has a shell can type commands. docs/SKILL.md is what it should
  read first; "emk commands -o json" has the rest.

  Commands do everything, and cost the agent fewer words than tools do. But
  whoever holds the shell holds the keys of its profile, and --yes is one word:
  use a read-only profile, or --sandbox.

  The tools of "emk mcp" do less, and what they may do is fixed when you start
  it: budgets, folders, and a person's number before a mailing. Take them where
  an agent works on a real account without you beside it.

Try it without risk
  $ emk --sandbox mcp
`;
