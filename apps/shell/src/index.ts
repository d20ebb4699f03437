import { createRoot } from 'react-dom/client';
import '@tomekeeper/ui/tokens.css';
import '@tomekeeper/ui/base.css';
import './start/refused.css';
import { firstFrame } from './paint/paint';
import { placeForApp } from './start/prerendered-page';
import { startReporting } from './reporting/report';
import { start } from './start/start';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
startReporting();
const place = placeForApp(root);
void start(createRoot(place), place === root ? undefined : firstFrame());
