import { describeConformance } from '@tomekeeper/remote-kit/testing';
import { operations } from '../remote.config';
import * as remote from './remote';

describeConformance({ config: operations, module: remote });
