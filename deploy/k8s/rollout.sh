#!/bin/sh
# Rolls an overlay out, all of it or one service: what pods need, jobs in their order, then the pods.
#   deploy/k8s/rollout.sh deploy/k8s/overlays/production/campaign
# Back: `kubectl rollout undo deployment/campaign`, and its worker; migrations only ever add.
set -eu

overlay=${1:?Usage: rollout.sh <overlay folder>}
manifests=$(mktemp)
trap 'rm -f "$manifests"' EXIT
kubectl kustomize "$overlay" >"$manifests"
namespace=$(sed -n 's/^  namespace: //p' "$manifests" | head -n 1)

# Of pods and jobs, Deployments have the one label and Jobs the other; nothing else has either.
PODS='app.kubernetes.io/component'
JOBS='tomekeeper.dev/step'

kubectl apply --filename "$manifests" --selector "!$PODS,!$JOBS"

for step in prepare migrate; do
  jobs=$(kubectl apply --filename "$manifests" --selector "$JOBS=$step" --dry-run=client --output name)
  if [ -z "$jobs" ]; then continue; fi
  # A job that ran can't be changed, only made anew.
  kubectl delete --namespace "$namespace" --ignore-not-found $jobs
  kubectl apply --filename "$manifests" --selector "$JOBS=$step"
  kubectl wait --namespace "$namespace" --for=condition=complete --timeout=600s $jobs
done

pods=$(kubectl apply --filename "$manifests" --selector "$PODS" --output name)
for pod in $pods; do
  kubectl rollout status --namespace "$namespace" --timeout=300s "$pod"
done
