/** Starts the page: state from the address, requests, session, and the elements that show it. */
import { Api } from './api.js';
import { ApiError } from './problem.js';
import { Session } from './session.js';
import { PageState } from './state.js';
import { Writer } from './writer.js';
import './views/lanes.js';
import './views/next.js';
import './views/page.js';
import './views/text-field.js';
import './views/timeline.js';
import './views/token-tray.js';
import './views/transport.js';

const session = new Session(new PageState(), new Api());
session.writer = new Writer(session);
const page = /** @type {import('./views/page.js').Page} */ (document.createElement('lw-page'));
page.session = session;
document.getElementById('boot')?.replaceWith(page);
session.start();
loadPictures();

/** The pictures of the steps are not needed for the first view, so it does not wait for them. */
async function loadPictures() {
  try {
    await import('./views/step.js');
  } catch {
    await session.waitForServer();
    import('./views/step.js').catch(() => session.fail(ApiError.incomplete()));
  }
}
