import {sandboxHelp} from '../../sandbox/commands/help.js';
import {reflowed} from '../layout.js';

/** The sandbox's own help, fitted to the width of the other pages. */
export default `Sandbox

${reflowed(sandboxHelp())}
Examples:
  $ emk --sandbox contacts list --limit 3
  $ emk sandbox run --empty -- emk contact-types create --name Leads
  $ emk sandbox run --fault 'POST /contacts/add=lost-reply:1' -- ./seed.sh
  $ emk sandbox mail --to ada@example.com
`;
