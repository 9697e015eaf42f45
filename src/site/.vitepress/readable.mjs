/** What Markdown lacks for people who copy lines, and for people who hear a page. */
export function readable(md) {
  md.core.ruler.before('anchor', 'spoken-headings', spokenHeadings);
  lineByLine(md);
}

/** The link to a heading is read aloud as it is seen: without the marks of code and of its own anchor. */
function spokenHeadings({tokens}) {
  for (const [at, {type}] of tokens.entries()) {
    if (type !== 'heading_open') continue;
    tokens[at + 1].content = tokens[at + 1].content.replace(/ \{#[\w-]+\}$/, '').replaceAll('`', '');
  }
}

/**
 * Gives each line of a block to type its own button to copy, where every line is a command by itself. The comment behind
 * a line is not copied: zsh, which a Mac has, takes none at its prompt and gives the words to the command.
 */
function lineByLine(md) {
  const {fence} = md.renderer.rules;
  md.renderer.rules.fence = (tokens, at, ...others) => {
    const token = tokens[at];
    const commands = token.info.trim() === 'sh' ? commandsIn(token.content) : [];
    if (commands.length === 0) return fence(tokens, at, ...others);
    const blocks = commands.map(content => {
      const line = Object.assign(Object.create(Object.getPrototypeOf(token)), token, {content});
      return withoutComment(fence([...tokens.slice(0, at), line, ...tokens.slice(at + 1)], at, ...others));
    });
    return blocks.length === 1 ? blocks[0] : `<div class="lines">${blocks.join('')}</div>`;
  };
}

/** VitePress copies nothing that has this class. */
const withoutComment = html => html.replace(/<span (?=style="[^"]*">\s+#)/g, '<span class="vp-copy-ignore" ');

/** The commands of a block with their continuation lines; none if the block is a script. */
function commandsIn(text) {
  const commands = text.trimEnd().match(/^(?:.*\\\n)*.*$/gm) ?? [];
  const isAlone = command =>
    /^(?:[A-Z_]+=\S+ )*(?:emk|npm|npx|node|cat|export [A-Z_]+=\S+$)\b/.test(command) && !/<<|[({|]$/.test(command);
  return commands.every(isAlone) ? commands : [];
}
