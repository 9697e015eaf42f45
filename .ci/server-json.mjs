/**
 * Writes server.json, by which the registry of MCP finds the package: node .ci/server-json.mjs [file]
 *
 * Every fact comes from package.json. The registry takes a server only if the published package names it as `mcpName`.
 */
import {readFileSync, writeFileSync} from 'node:fs';
import {argv, stdout} from 'node:process';
import {fileURLToPath} from 'node:url';

export const schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** Describes the server of a package for the registry. A person's program asks for the variables when it installs it. */
export function serverOf({mcpName, name, version, description, repository}) {
  return {
    $schema: schema,
    name: mcpName,
    title: 'emk',
    description,
    ...sourceOf(repository),
    version,
    packages: [
      {
        registryType: 'npm',
        registryBaseUrl: 'https://registry.npmjs.org',
        identifier: name,
        version,
        runtimeHint: 'npx',
        transport: {type: 'stdio'},
        packageArguments: [{type: 'positional', value: 'mcp'}],
        environmentVariables: variables,
      },
    ],
  };
}

const variables = [
  {name: 'EMK_PROFILE', description: 'The profile that "emk login" saved on this machine, in place of the keys'},
  {name: 'EMK_BASE_URL', description: "The address of the service's API", format: 'string'},
  {name: 'EMK_PUBLIC_KEY', description: 'The public key of the account', isSecret: true},
  {name: 'EMK_SECRET_KEY', description: 'The secret key of the account', isSecret: true},
];

/** The registry knows the repositories of these two. */
function sourceOf({url}) {
  const address = url.replace(/^git\+/, '').replace(/\.git$/, '');
  const source = {'github.com': 'github', 'gitlab.com': 'gitlab'}[new URL(address).hostname];
  return source && {repository: {url: address, source}};
}

/** The text of server.json for the package.json of this project. */
export function serverJson() {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return `${JSON.stringify(serverOf(JSON.parse(manifest)), null, 2)}\n`;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file] = argv;
  if (file) writeFileSync(file, serverJson());
  else stdout.write(serverJson());
}
