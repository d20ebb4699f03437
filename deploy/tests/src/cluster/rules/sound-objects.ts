import type { Tree } from './field-errors';

const metadata = { name: 'campaign', namespace: 'tomes' };
const labels = {
  'app.kubernetes.io/name': 'campaign',
  'app.kubernetes.io/component': 'api',
};

const podSpec: Tree = {
  serviceAccountName: 'campaign',
  securityContext: {
    runAsNonRoot: true,
    runAsUser: 1000,
    seccompProfile: { type: 'RuntimeDefault' },
  },
  topologySpreadConstraints: [
    {
      topologyKey: 'topology.kubernetes.io/zone',
      maxSkew: 1,
      whenUnsatisfiable: 'ScheduleAnyway',
      labelSelector: {
        matchExpressions: [{ key: 'app.kubernetes.io/component', operator: 'Exists' }],
      },
      matchLabelKeys: ['pod-template-hash'],
    },
  ],
  containers: [
    {
      name: 'service',
      image: 'tomekeeper/campaign:1',
      env: [
        { name: 'PORT', value: '8080' },
        { name: 'URL', valueFrom: { configMapKeyRef: { name: 'campaign', key: 'PUBLIC_URL' } } },
      ],
      ports: [{ name: 'http', containerPort: 8080 }],
      livenessProbe: { httpGet: { path: '/health/live', port: 'http' } },
      readinessProbe: { httpGet: { path: '/health/ready', port: 'http' } },
      resources: {
        requests: { cpu: '100m', memory: '192Mi' },
        limits: { cpu: '1', memory: '384Mi' },
      },
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      volumeMounts: [
        { name: 'tmp', mountPath: '/tmp' },
        { name: 'secrets', mountPath: '/run/secrets' },
      ],
    },
  ],
  volumes: [
    { name: 'tmp', emptyDir: { sizeLimit: '64Mi' } },
    {
      name: 'secrets',
      projected: { defaultMode: 288, sources: [{ secret: { name: 'campaign' } }] },
    },
  ],
};

/** An object of each kind that we use, such as the API server takes it, and each rule has a part in. */
export const SOUND: Readonly<Record<string, Tree>> = {
  Namespace: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'tomes' } },
  ServiceAccount: { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
  ConfigMap: {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata,
    data: { PUBLIC_URL: 'https://tomes.example.org' },
  },
  Secret: { apiVersion: 'v1', kind: 'Secret', metadata, data: { key: 'YQ==' } },
  PersistentVolumeClaim: {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata,
    spec: {
      accessModes: ['ReadWriteMany'],
      storageClassName: 'efs',
      resources: { requests: { storage: '1Gi' } },
    },
  },
  Service: {
    apiVersion: 'v1',
    kind: 'Service',
    metadata,
    spec: { selector: labels, ports: [{ name: 'http', port: 8080, targetPort: 'http' }] },
  },
  Deployment: {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { ...metadata, labels },
    spec: {
      selector: { matchLabels: labels },
      progressDeadlineSeconds: 180,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      template: { metadata: { labels }, spec: podSpec },
    },
  },
  Job: {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata,
    spec: {
      backoffLimit: 2,
      template: {
        metadata: { labels },
        spec: { ...podSpec, restartPolicy: 'Never' },
      },
    },
  },
  HorizontalPodAutoscaler: {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata,
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'campaign' },
      minReplicas: 2,
      maxReplicas: 6,
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } },
        },
      ],
    },
  },
  PodDisruptionBudget: {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata,
    spec: {
      maxUnavailable: 1,
      unhealthyPodEvictionPolicy: 'AlwaysAllow',
      selector: { matchLabels: labels },
    },
  },
  Ingress: {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata,
    spec: {
      ingressClassName: 'alb',
      rules: [
        {
          host: 'tomes.example.org',
          http: {
            paths: [
              {
                path: '/',
                pathType: 'Prefix',
                backend: { service: { name: 'gateway', port: { name: 'http' } } },
              },
            ],
          },
        },
      ],
      tls: [{ hosts: ['tomes.example.org', '*.example.org'], secretName: 'certificate' }],
    },
  },
  NetworkPolicy: {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata,
    spec: {
      podSelector: { matchLabels: labels },
      policyTypes: ['Egress'],
      egress: [
        {
          to: [{ ipBlock: { cidr: '0.0.0.0/0', except: ['10.0.0.0/8', '169.254.0.0/16'] } }],
          ports: [{ port: 443 }],
        },
      ],
    },
  },
  ScaledObject: {
    apiVersion: 'keda.sh/v1alpha1',
    kind: 'ScaledObject',
    metadata,
    spec: {
      scaleTargetRef: { name: 'campaign-worker' },
      pollingInterval: 15,
      cooldownPeriod: 120,
      minReplicaCount: 1,
      maxReplicaCount: 4,
      triggers: [
        {
          type: 'redis',
          metadata: { listName: 'tomekeeper:events-campaign:wait', listLength: '20' },
          authenticationRef: { name: 'queue' },
        },
      ],
    },
  },
};
