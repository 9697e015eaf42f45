/** The parts of CHANGELOG.md that a release needs. */

const heading = /^## \[([^\]]+)\](?: - (\S+))?$/;

/**
 * The changelog with the section of this version dated. What stands under "Unreleased" becomes that section; if nothing
 * does, the section must be there already.
 */
export function releasedChangelog(changelog, version, date) {
  const sections = sectionsOf(changelog);
  const waiting = sections.find(({name}) => name === 'Unreleased');
  const own = sections.find(({name}) => name === version);
  const title = `## [${version}] - ${date}`;
  if (own && waiting?.text) throw new Error(`CHANGELOG.md has entries under both Unreleased and ${version}.`);
  if (own?.text) return changelog.replace(own.line, title);
  if (!waiting?.text)
    throw new Error(`CHANGELOG.md says nothing about ${version}. Write what changes below "Unreleased".`);
  return changelog.replace(waiting.line, `${waiting.line}\n\n${title}`);
}

/** What the changelog says about a version, without its heading. */
export function notesOf(changelog, version) {
  return sectionsOf(changelog).find(({name}) => name === version)?.text ?? '';
}

function sectionsOf(changelog) {
  const sections = [];
  for (const line of changelog.split('\n')) {
    const [, name] = heading.exec(line) ?? [];
    if (name) sections.push({name, line, text: ''});
    else if (sections.length > 0) sections.at(-1).text += `${line}\n`;
  }
  return sections.map(section => ({...section, text: section.text.trim()}));
}
