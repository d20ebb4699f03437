export { codeFor } from './demo-inbox';
export { productClient } from './product-client';
export { PoolRefusal, userPoolClient, type Person } from './user-pool-client';
