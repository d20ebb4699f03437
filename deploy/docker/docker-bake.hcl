# Every image for both architectures, with provenance and a bill of materials of what is below the packages:
#   docker buildx bake -f deploy/docker/docker-bake.hcl --push
# Variables come from the environment. Nothing is compiled per architecture: the emulated part of a build is
# copying Node's own files (stage `base`).
variable "REGISTRY" {
  default = "tomekeeper"
}
variable "TAG" {
  default = "local"
}
variable "VERSION" {
  default = null
}
variable "REVISION" {
  default = null
}
# Another base than the Dockerfiles name, for instance of a mirror.
variable "NODE_IMAGE" {
  default = null
}

group "default" {
  targets = ["service", "web"]
}

target "common" {
  context   = "."
  platforms = ["linux/amd64", "linux/arm64"]
  attest    = ["type=provenance,mode=max", "type=sbom"]
  args = {
    NODE_IMAGE = NODE_IMAGE
    VERSION    = VERSION
    REVISION   = REVISION
  }
}

target "service" {
  inherits   = ["common"]
  name       = service
  matrix     = { service = ["identity", "campaign", "document", "mailing", "contact", "live", "search", "search-model"] }
  dockerfile = "deploy/docker/service.Dockerfile"
  args       = { SERVICE = service }
  tags       = ["${REGISTRY}/${service}:${TAG}"]
}

target "web" {
  inherits   = ["common"]
  name       = image
  matrix     = { image = ["edge", "operations"] }
  dockerfile = "deploy/docker/web.Dockerfile"
  target     = image
  tags       = ["${REGISTRY}/${image}:${TAG}"]
}
