/** Gives each line of a block to type its own button to copy, where every line is a command by itself. */
export function lineByLine(md) {
  const {fence} = md.renderer.rules;
  md.renderer.rules.fence = (tokens, at, ...others) => {
    const token = tokens[at];
    const commands = token.info.trim() === 'sh' ? commandsIn(token.content) : [];
    if (commands.length < 2) return fence(tokens, at, ...others);
    const blocks = commands.map(content => {
      const line = Object.assign(Object.create(Object.getPrototypeOf(token)), token, {content});
      return fence([...tokens.slice(0, at), line, ...tokens.slice(at + 1)], at, ...others);
    });
    return `<div class="lines">${blocks.join('')}</div>`;
  };
}

/** The commands of a block with their continuation lines; none if the block is a script. */
function commandsIn(text) {
  const commands = text.trimEnd().match(/^(?:.*\\\n)*.*$/gm) ?? [];
  const isAlone = command =>
    /^(?:[A-Z_]+=\S+ )*(?:emk|npm|npx|node|cat|export [A-Z_]+=\S+$)\b/.test(command) && !/<<|[({|]$/.test(command);
  return commands.every(isAlone) ? commands : [];
}
