# Replicas of Wellhead on Nomad. See docs/operate/nomad.md.

variable "image" {
  description = "The image of docs/operate/image.md in a registry of yours."
  type        = string
}

variable "datacenters" {
  description = "Where the replicas run."
  type        = list(string)
  default     = ["*"]
}

job "wellhead" {
  type        = "service"
  datacenters = var.datacenters

  # One replica at a time is replaced, once the new one accepts requests.
  update {
    max_parallel      = 1
    canary            = 1
    auto_promote      = true
    auto_revert       = true
    health_check      = "checks"
    min_healthy_time  = "5s"
    healthy_deadline  = "2m"
    progress_deadline = "10m"
  }

  migrate {
    max_parallel = 1
  }

  group "replicas" {
    count = 2

    # Replicas on different machines, as far as there are enough.
    spread {
      attribute = "${node.unique.id}"
    }

    network {
      mode = "bridge"
      port "http" {
        to = 8642
      }
      # Health, metrics and activity, for operators.
      port "admin" {
        to = 9642
      }
    }

    service {
      name     = "wellhead"
      port     = "http"
      provider = "nomad"

      check {
        type     = "http"
        port     = "admin"
        path     = "/ready"
        interval = "2s"
        timeout  = "2s"
      }
    }

    # The balancer learns of the removal before the replica is asked to stop.
    shutdown_delay = "5s"

    task "wellhead" {
      driver = "docker"

      config {
        image           = var.image
        ports           = ["http", "admin"]
        readonly_rootfs = true
        cap_drop        = ["ALL"]
        security_opt    = ["no-new-privileges"]

        mount {
          type   = "tmpfs"
          target = "/tmp"
        }
      }

      # At least drainDelay and drainTimeout.
      kill_signal  = "SIGTERM"
      kill_timeout = "90s"

      env {
        WELLHEAD_CONFIG     = "/local/wellhead.config.yaml"
        WELLHEAD_ADMIN_HOST = "0.0.0.0"
        WELLHEAD_REPLICAS   = "2"
        # Each file in the folder is the setting of its name.
        CREDENTIALS_DIRECTORY = "/secrets/wellhead"
        NODE_OPTIONS          = "--max-old-space-size=384"
      }

      # Settings of every replica; docs/operate/configuration.md lists them. A change is loaded without ending a stream.
      template {
        destination   = "local/wellhead.config.yaml"
        change_mode   = "signal"
        change_signal = "SIGHUP"
        data          = <<-EOT
          connectors:
            - github
            - postgres
          limits:
            # Together shorter than kill_timeout.
            drainDelay: 10000
            drainTimeout: 60000
        EOT
      }

      # The secrets of this job: nomad var put nomad/jobs/wellhead WELLHEAD_SECRET=… WELLHEAD_STORE=… WELLHEAD_TOKENS=…
      template {
        destination = "secrets/wellhead/WELLHEAD_SECRET"
        data        = "{{ with nomadVar \"nomad/jobs/wellhead\" }}{{ .WELLHEAD_SECRET }}{{ end }}"
      }
      template {
        destination = "secrets/wellhead/WELLHEAD_STORE"
        data        = "{{ with nomadVar \"nomad/jobs/wellhead\" }}{{ .WELLHEAD_STORE }}{{ end }}"
      }
      template {
        destination   = "secrets/wellhead/WELLHEAD_TOKENS"
        change_mode   = "signal"
        change_signal = "SIGHUP"
        data          = "{{ with nomadVar \"nomad/jobs/wellhead\" }}{{ .WELLHEAD_TOKENS }}{{ end }}"
      }

      resources {
        cpu        = 500
        memory     = 512
        memory_max = 768
      }
    }
  }
}
