import '@tomekeeper/ui/tokens.css';
import '@tomekeeper/ui/base.css';
import { afterFirstPaint } from './start/after-first-paint';
import { placeForApp } from './start/prerendered-page';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
const place = placeForApp(root);
// Scripts out of the cache arrive before anything is painted, and running React would come first.
const ready = place === root ? Promise.resolve() : afterFirstPaint();
void ready
  .then(() => import(/* webpackMode: "eager" */ './start/start'))
  .then(({ start }) => start(place));
