#!/bin/sh
# Rolls out an overlay, the whole product or one service: prerequisites of pods, jobs in order, then pods.
#   deploy/k8s/rollout.sh deploy/k8s/overlays/production/campaign
# A failed job aborts the rollout and leaves the pods unchanged. To revert: `kubectl rollout undo
# deployment/campaign`, and its worker; migrations only add.
set -eu

overlay=${1:?Usage: rollout.sh <overlay folder>}
manifests=$(mktemp)
trap 'rm -f "$manifests"' EXIT
kubectl kustomize "$overlay" >"$manifests"
namespace=$(sed -n 's/^  namespace: //p' "$manifests" | head -n 1)

# Of pods and jobs, Deployments have the one label and Jobs the other; nothing else has either.
PODS='app.kubernetes.io/component'
JOBS='tomekeeper.dev/step'
# Longer than activeDeadlineSeconds of a job, so that it is the job that fails.
JOB_SECONDS=660
# Replicas are replaced sequentially; a replica that does not become ready aborts the rollout after
# progressDeadlineSeconds.
ROLLOUT_TIMEOUT=900s

kubectl apply --filename "$manifests" --selector "!$PODS,!$JOBS"

stop() {
  printf 'rollout.sh: %s\n' "$1" >&2
  exit 1
}

# kubectl calls it an error to apply nothing, and an overlay of one service has not every step.
has() { grep -q "$1" "$manifests"; }

# Type and message of each condition of a job that holds, one a line.
conditions() {
  kubectl get "$1" --namespace "$namespace" --output \
    'jsonpath={range .status.conditions[?(@.status=="True")]}{.type}{" "}{.message}{"\n"}{end}'
}

pods_of() { printf 'batch.kubernetes.io/job-name=%s' "${1#*/}"; }

# Waiting for `complete` alone would sit out a failure.
await() {
  pending=$1
  seconds=0
  deadline=$(($(date +%s) + JOB_SECONDS))
  while [ -n "$pending" ]; do
    running=
    for job in $pending; do
      # Retries when the API server is temporarily unavailable.
      found=$(conditions "$job") || found=
      if printf '%s\n' "$found" | grep -q '^Complete '; then
        echo "$job complete"
      elif printf '%s\n' "$found" | grep -q '^Failed '; then
        kubectl logs --namespace "$namespace" --selector "$(pods_of "$job")" --tail=40 >&2 || true
        reason=$(printf '%s\n' "$found" | sed -n 's/^Failed //p')
        stop "$job failed: $reason. No pod was replaced: the version before serves on."
      else
        running="$running $job"
      fi
    done
    pending=${running# }
    if [ -z "$pending" ]; then return; fi
    if [ "$(date +%s)" -ge "$deadline" ]; then
      stop "$pending did not end in $JOB_SECONDS s. No pod was replaced: the version before serves on."
    fi
    sleep 1
    seconds=$((seconds + 1))
    if [ $((seconds % 30)) -eq 0 ]; then
      for job in $pending; do
        kubectl get pods --namespace "$namespace" --selector "$(pods_of "$job")" || true
      done
    fi
  done
}

for step in prepare migrate; do
  if ! has "^    $JOBS: $step\$"; then continue; fi
  jobs=$(kubectl apply --filename "$manifests" --selector "$JOBS=$step" --dry-run=client --output name)
  # A completed job is immutable and has to be recreated.
  kubectl delete --namespace "$namespace" --ignore-not-found $jobs
  kubectl apply --filename "$manifests" --selector "$JOBS=$step"
  await "$jobs"
done

if ! has '^kind: Deployment$'; then exit 0; fi
pods=$(kubectl apply --filename "$manifests" --selector "$PODS" --output name)
for pod in $pods; do
  kubectl rollout status --namespace "$namespace" --timeout="$ROLLOUT_TIMEOUT" "$pod" ||
    stop "$pod did not come up; its old pods serve on. Back: kubectl --namespace $namespace rollout undo $pod"
done
