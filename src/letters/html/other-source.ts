/** A text that a program first has to make HTML of: what it is, and how. */
type OtherSource = {readonly what: string; readonly hint: string};

/** Recognises source in place of a letter, by its file's name if it has one: mail programs would show it as text. */
export function otherSourceOf(text: string, file = ''): OtherSource | undefined {
  if (/\.mjml$/i.test(file) || /<mjml[\s>]|<mj-(?:body|section)[\s>]/i.test(text))
    return {what: 'MJML', hint: 'Compile it first: npx mjml may.mjml -o may.html'};
  if (/\.[jt]sx$/i.test(file) || isReact(text))
    return {what: 'a React component', hint: 'Compile it first: npx react-email export --dir . --outDir out'};
  if (!/\.(?:md|markdown)$/i.test(file) && isMarkdownText(text))
    return {what: 'Markdown', hint: "emk makes an email of it if its file's name ends in .md: --html @may.md"};
  return undefined;
}

const isReact = (text: string): boolean =>
  /^\s*(?:["']use \w+["'];?\s*)?(?:import\s[^;]*?["']|export\s+(?:default|const|function)\s)/.test(text) &&
  /<[A-Z]\w*[\s/>]/.test(text);

/** Whether a text has signs of Markdown, and none of the elements that letters of HTML are made of. */
const isMarkdownText = (text: string): boolean =>
  !/<(?:html|body|table|td|div|p|center|h[1-6]|ul|ol|section)[\s>]/i.test(text) &&
  /^#{1,6} \S|^(?:[-*+]|\d+\.) \S|^---\r?\n|\[[^\]\n]+\]\([^)\n]+\)|\*\*[^*\n]+\*\*/m.test(text);
